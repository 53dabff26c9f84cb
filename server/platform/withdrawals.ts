import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from './startError.ts'

/** Who has withdrawn their account, and whether what they had said in public went with it. */
const withdrawal = z.object({
  userNo: z.int().positive(),
  deleteContributions: z.boolean(),
  at: z.iso.datetime(),
})
export type Withdrawal = z.infer<typeof withdrawal>

/**
 * Beside the database, not in it: a restored backup knows nothing of who withdrew after it was made, and this says so. One line of
 * JSON each, with a number and no name; a withdrawal that is repeated after a crash is written twice.
 */
export function createWithdrawals(dataDir: string) {
  return {
    /** On the disk when it resolves. */
    async add(entry: Withdrawal): Promise<void> {
      await mkdir(dataDir, { recursive: true })
      await appendFile(withdrawalsIn(dataDir), `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
    },
  }
}

export type Withdrawals = ReturnType<typeof createWithdrawals>

export const withdrawalsIn = (dataDir: string) => join(dataDir, 'withdrawn')

/** Throws StartError for a file that is no such list. A line that a crash cut off, the last one, counts for nothing. */
export async function readWithdrawals(path: string): Promise<Withdrawal[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line, at) => {
    try {
      return withdrawal.parse(JSON.parse(line))
    } catch {
      throw new StartError(
        `${path}의 ${at + 1}번째 줄을 읽을 수 없어요. (Line ${at + 1} is no entry of a list of withdrawals.)`,
      )
    }
  })
}
