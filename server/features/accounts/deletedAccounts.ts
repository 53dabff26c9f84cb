import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#server/platform/startupError.ts'

/** Who has deleted their account, and whether what they had said in public went with it. */
const deletedAccount = z.object({
  userNo: z.int().positive(),
  deleteContributions: z.boolean(),
  at: z.iso.datetime(),
})
export type DeletedAccount = z.infer<typeof deletedAccount>

/**
 * Beside the database, not in it: a restored backup knows nothing of those that were deleted after it was made, and this says so.
 * One line of JSON each, with a number and no name; a deletion that is repeated after a crash is written twice.
 */
export function createDeletedAccounts(dataDir: string) {
  return {
    /** On the disk when it resolves. */
    async add(entry: DeletedAccount): Promise<void> {
      await mkdir(dataDir, { recursive: true })
      await appendFile(deletedAccountsIn(dataDir), `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
    },
  }
}

export type DeletedAccounts = ReturnType<typeof createDeletedAccounts>

export const deletedAccountsIn = (dataDir: string) => join(dataDir, 'withdrawn')

/**
 * Throws StartError for a file that is no such list. An entry that a crash cut off, at the end of a line or before a later one,
 * counts for nothing; a last line without its end, as an editor leaves it, counts when it can be read.
 */
export async function readDeletedAccounts(path: string): Promise<DeletedAccount[]> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const unended = entryIn(lines.pop() ?? '')
  const ended = lines.map((line, at) => {
    const entry = entryIn(line)
    if (entry !== null) return entry
    throw new StartupError(
      `${path}의 ${at + 1}번째 줄을 읽을 수 없어요. (Line ${at + 1} is no entry of a list of deleted accounts.)`,
    )
  })
  return unended === null ? ended : [...ended, unended]
}

function entryIn(line: string): DeletedAccount | null {
  try {
    return deletedAccount.parse(JSON.parse(line.slice(Math.max(0, line.lastIndexOf('{')))))
  } catch {
    return null
  }
}
