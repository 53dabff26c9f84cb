import { createECDH } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import webPush from 'web-push'
import { z } from 'zod'
import { restrictToOwner } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup.ts'

/** Identifies the server to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const keysSchema = z.object({
  publicKey: z.string().regex(/^[\w-]{87}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
})

/**
 * Loads the VAPID keys; creates them at the first start, readable by their owner only. They must not change, because
 * browsers subscribed with the public key. Throws a StartupError if the file holds no keys.
 */
export async function loadVapidKeys(dataDir: string, log: Logger): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys')
  await mkdir(dataDir, { recursive: true })
  try {
    const made = JSON.stringify(webPush.generateVAPIDKeys())
    await writeFile(path, made, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const keys = keysOf(await readFile(path, 'utf8'))
  if (keys === null)
    throw new StartupError(
      `${path} 파일에 알림을 보낼 때 쓰는 키가 없어요. 백업에서 되돌리거나, 파일을 지우고 다시 시작해 주세요. 지우면 새 키가 만들어지고, 알림을 받던 기기마다 알림을 껐다가 다시 켜야 해요. (${path} holds no keys for push messages: restore it from a backup, or delete it and start again; every device then has to turn notifications off and on.)`,
    )
  await restrictToOwner(path, log)
  return keys
}

function keysOf(content: string): VapidKeys | null {
  try {
    const keys = keysSchema.parse(JSON.parse(content))
    return isKeyPair(keys) ? keys : null
  } catch {
    return null
  }
}

/** Push services reject signatures that do not match the public key. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    return false
  }
  return pair.getPublicKey('base64url') === publicKey
}
