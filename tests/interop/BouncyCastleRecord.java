import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.ers.ERSByteData;
import org.bouncycastle.tsp.ers.ERSData;
import org.bouncycastle.tsp.ers.ERSDataGroup;
import org.bouncycastle.tsp.ers.ERSEvidenceRecord;

/**
 * Judges evidence records (RFC 4998) by Bouncy Castle alone. Each line of the input is a record, "group" or "each", a
 * time and the objects, separated by tabs; for each it prints one line.
 */
public class BouncyCastleRecord {
  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    DigestCalculatorProvider digests = new JcaDigestCalculatorProviderBuilder().setProvider("BC").build();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        judge(line.split("\t"), digests);
        System.out.println("accepted");
      } catch (Exception refusal) {
        System.out.println("refused: " + refusal.toString().replace('\n', ' '));
      }
    }
  }

  static void judge(String[] question, DigestCalculatorProvider digests) throws Exception {
    ERSEvidenceRecord record = new ERSEvidenceRecord(Files.readAllBytes(Path.of(question[0])), digests);
    X509CertificateHolder signer = record.getSigningCertificate();
    if (signer == null) throw new Exception("the last time stamp holds no certificate of its signer");
    // The signature of the last stamp, and that each stamp covers those before it.
    record.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(signer));
    Date at = Date.from(Instant.parse(question[2]));
    List<ERSData> objects = new ArrayList<>();
    for (int i = 3; i < question.length; i++) objects.add(new ERSByteData(Files.readAllBytes(Path.of(question[i]))));
    if (question[1].equals("group")) {
      record.validatePresent(new ERSDataGroup(objects), at);
      return;
    }
    for (ERSData object : objects) record.validatePresent(object, at);
  }
}
