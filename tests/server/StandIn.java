import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Properties;

/** A server that only answers pings and stops when its console says so: what craftplan needs of Java, without the game. */
public class StandIn {
    public static void main(String[] words) throws Exception {
        Properties properties = new Properties();
        properties.load(new FileInputStream("server.properties"));
        ServerSocket listening = new ServerSocket(
            Integer.parseInt(properties.getProperty("server-port")), 50,
            InetAddress.getByName(properties.getProperty("server-ip")));
        Thread answering = new Thread(() -> answer(listening));
        answering.setDaemon(true);
        answering.start();
        System.out.println("Done on Java " + System.getProperty("java.specification.version"));
        BufferedReader console = new BufferedReader(new InputStreamReader(System.in));
        for (String line = console.readLine(); line != null && !line.equals("stop"); line = console.readLine());
        Files.write(Paths.get("saved"), "saved".getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(ServerSocket listening) {
        String said = "{\"version\":{\"name\":\"1.20.4\",\"protocol\":765},\"players\":{\"max\":20,\"online\":0},"
            + "\"description\":{\"text\":\"stand-in\"}}";
        while (true) {
            try (Socket socket = listening.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                OutputStream out = socket.getOutputStream();
                read(in);
                read(in);
                byte[] text = said.getBytes(StandardCharsets.UTF_8);
                byte[] packet = new byte[text.length + 3];
                packet[1] = (byte) (text.length & 0x7F | 0x80);
                packet[2] = (byte) (text.length >> 7);
                System.arraycopy(text, 0, packet, 3, text.length);
                out.write(new byte[] {(byte) (packet.length & 0x7F | 0x80), (byte) (packet.length >> 7)});
                out.write(packet);
                byte[] ping = read(in);
                out.write(ping.length);
                out.write(ping);
                out.flush();
            } catch (IOException gone) {
                continue;
            }
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        byte[] packet = new byte[in.readByte()];
        in.readFully(packet);
        return packet;
    }
}
