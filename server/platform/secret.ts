import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartupError } from './startupError.ts'

export const SECRET_LENGTH_MIN = 32

const OF_OTHERS = 0o077

/** What signs, and after it what signed before or will sign next: while keys are changed, what either signed is taken. */
export type Secrets = readonly [string, ...string[]]

/**
 * The key that signs tokens: made at the first start, readable by its owner alone, the same at every later one. Throws
 * StartError when the file holds no key, as after a disk that was full or a copy that broke off: whoever can guess the
 * key can be anybody.
 */
export async function secretIn(dataDir: string, log: Logger): Promise<string> {
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
  await closeToOthers(path, log)
  return secret
}

/** Takes the right to read a file from all but its owner, and tells so. */
export async function closeToOthers(path: string, log: Logger): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & OF_OTHERS) === 0) return
  try {
    await chmod(path, mode & ~OF_OTHERS)
    log.warn({ path }, 'others could read a key; now its owner alone can')
  } catch (error) {
    log.warn({ path, err: error }, 'others can read a key')
  }
}
