import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#server/platform/startup.ts'

/** A deleted account, and whether the user's public posts were deleted as well. */
const deletedAccount = z.object({
  userNo: z.int().positive(),
  deleteContributions: z.boolean(),
  at: z.iso.datetime(),
})
export type DeletedAccount = z.infer<typeof deletedAccount>

/**
 * A file beside the database: a restored backup does not know which accounts were deleted after the backup. One JSON
 * line per account, with the number and no name. A deletion that is repeated after a crash is written twice.
 */
export function createDeletedAccounts(dataDir: string) {
  return {
    /** Resolves when the entry is on disk. */
    async add(entry: DeletedAccount): Promise<void> {
      await mkdir(dataDir, { recursive: true })
      await appendFile(deletedAccountsIn(dataDir), `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
    },
  }
}

export type DeletedAccounts = ReturnType<typeof createDeletedAccounts>

export const deletedAccountsIn = (dataDir: string) => join(dataDir, 'withdrawn')

/**
 * Throws `StartupError` for an invalid file. Ignores an entry that a crash cut off, at the end of the file or before
 * a later entry. Accepts a complete last line without a line break, as editors may leave it.
 */
export async function readDeletedAccounts(path: string): Promise<DeletedAccount[]> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const lastEntry = parseEntry(lines.pop() ?? '')
  const ended = lines.map((line, at) => {
    const entry = parseEntry(line)
    if (entry !== null) return entry
    throw new StartupError(
      `${path}의 ${at + 1}번째 줄을 읽을 수 없어요. (Line ${at + 1} is no entry of a list of deleted accounts.)`,
    )
  })
  return lastEntry === null ? ended : [...ended, lastEntry]
}

function parseEntry(line: string): DeletedAccount | null {
  try {
    return deletedAccount.parse(JSON.parse(line.slice(Math.max(0, line.lastIndexOf('{')))))
  } catch {
    return null
  }
}
