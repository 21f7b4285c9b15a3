"""Where recipes are kept: folders, zips, jars, whole servers; and how packs stack."""
