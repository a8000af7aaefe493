import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A part of a certificate in DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
/** sha256WithRSAEncryption, and the common name. */
const SIGNED_BY = sequence(Buffer.from("06092a864886f70d01010b0500", "hex"));
const nameOf = (text: string) =>
  sequence(der(0x31, sequence(Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(text)))));
const time = (text: string) => der(0x17, Buffer.from(text));

export type Certified = { key: string; certificate: string };

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes
    .toString("base64")
    .match(/.{1,64}/g)
    ?.join("\n")}\n-----END CERTIFICATE-----\n`;

/** A new RSA key with a certificate that it has signed itself. */
export function newCertificate(name: string, modulusLength = 2048): Certified {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[SIGNED_BY, nameOf(name), sequence(time("200101000000Z"), time("491231235959Z")), nameOf(name)],
    spkiOf(publicKey),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { key, certificate: pem(sequence(body, SIGNED_BY, signature)) };
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });
