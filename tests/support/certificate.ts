import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Tags of DER. */
const [INTEGER, BITS, OCTETS, OID, UTF8, TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 23, 48, 49]
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const ADDRESS = 0x87

const ECDSA_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const OTHER_NAMES = '551d11'

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
const sequence = (...parts: Buffer[]) => der(SEQUENCE, ...parts)
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'))

/** A certificate of 127.0.0.1 that nobody else vouches for, and its key, in PEM. */
export function selfSigned(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid(ECDSA_SHA256))
  const name = sequence(
    der(SET, sequence(oid(COMMON_NAME), der(UTF8, Buffer.from('push service of the tests')))),
  )
  const names = sequence(der(ADDRESS, Buffer.from([127, 0, 0, 1])))
  const content = sequence(
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(der(TIME, Buffer.from('200101000000Z')), der(TIME, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, sequence(sequence(oid(OTHER_NAMES), der(OCTETS, names)))),
  )
  const signature = der(BITS, Buffer.from([0]), sign('sha256', content, privateKey))
  const lines =
    sequence(content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
