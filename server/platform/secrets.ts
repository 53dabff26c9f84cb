import { createHash, createHmac, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import type { Logger } from 'pino'
import { toNfc } from '#protocol/normalization.ts'
import { StartupError } from './startup.ts'

export const SECRET_LENGTH_MIN = 32

const GROUP_AND_OTHERS = 0o077

/** The signing secret, then others that are also accepted during a key rotation. */
export type Secrets = readonly [string, ...string[]]

/**
 * Loads the token signing key; creates it at the first start, readable by its owner only. Throws a StartupError if the
 * file holds no key, for example after a full disk or an interrupted copy: anybody who guesses the key can impersonate
 * any user.
 */
export async function loadSecret(dataDir: string, log: Logger): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = await readFile(path, 'utf8')
  if (secret.trim().length < SECRET_LENGTH_MIN)
    throw new StartupError(
      `${path} 파일의 키가 비었거나 ${SECRET_LENGTH_MIN}자보다 짧아요. 백업에서 되돌리거나, 파일을 지우고 다시 시작해 주세요. 지우면 새 키가 만들어지고 모두 다시 로그인하게 돼요. (The key in ${path} is empty or shorter than ${SECRET_LENGTH_MIN} characters: restore it from a backup, or delete it and start again; everybody then signs in again.)`,
    )
  await restrictToOwner(path, log)
  return secret
}

/** Makes a file readable by its owner only, and logs if it was not. */
export async function restrictToOwner(path: string, log: Logger): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & GROUP_AND_OTHERS) === 0) return
  try {
    await chmod(path, mode & ~GROUP_AND_OTHERS)
    log.warn({ path }, 'others could read a key; now its owner alone can')
  } catch (error) {
    log.warn({ path, err: error }, 'others can read a key')
  }
}

/** 128 bits in base64url characters. */
const HASH_LENGTH = 22

/** Hashes a text with a secret key. */
export type KeyedHash = (text: string) => string

/** The key keeps short inputs such as addresses from being found by brute force. */
export function createKeyedHash([secret]: Secrets): KeyedHash {
  // The `digest:` prefix separates these HMACs from the session tokens, which are signed with the same secret.
  return text =>
    createHmac('sha256', secret).update(`digest:${text}`).digest('base64url').slice(0, HASH_LENGTH)
}

/** For inputs that are long and random already. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Cost of one hash: memory in KiB, passes, and lanes. */
interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Returns false without a hash, after the same amount of work. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

export function createPasswords(cost: PasswordCost): Passwords {
  /** Verified for unknown users, so that they take as long as known ones. */
  const placeholderHash = hash('nobody has this password', cost)
  return {
    hash: password => hash(normalize(password), cost),
    async matches(passwordHash, password) {
      const matches = await verify(passwordHash ?? (await placeholderHash), normalize(password))
      return passwordHash !== undefined && matches
    },
  }
}

/** Some systems enter Hangul in decomposed form. */
function normalize(password: string): string {
  return toNfc(password)
}
