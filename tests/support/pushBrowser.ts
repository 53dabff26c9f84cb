import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { type PushMessage, pushMessage } from '#protocol/push.ts'

/** Of the header before what is encrypted: salt, size of records, and the length of the sender's key, which follows (RFC 8188). */
const SALT_BYTES = 16
const KEY_LENGTH_AT = 20
const TAG_BYTES = 16

export type PushSubscriber = ReturnType<typeof newBrowser>

/**
 * A browser's part of a push: it keeps a private key, and reads what is encrypted for it, as RFC 8291 says.
 * @param service where its push service takes messages.
 */
export function newBrowser(service: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: service + randomUUID(),
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    timeZone: 'Asia/Seoul',
  }

  function opened(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES)
    const sealedAt = KEY_LENGTH_AT + 1 + (body[KEY_LENGTH_AT] ?? 0)
    const sender = body.subarray(KEY_LENGTH_AT + 1, sealedAt)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const derived = (purpose: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${purpose}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(body.subarray(sealedAt, -TAG_BYTES)), decipher.final()])
    // What follows the last 2 is padding.
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }

  return { subscription, reads: (body: Buffer): PushMessage => pushMessage.parse(JSON.parse(opened(body))) }
}
