"""What people see in a terminal: lines of styled text which lose nothing without colour."""
