import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolderStorage } from './folderStorage.ts'

vi.mock('node:fs/promises', async importOriginal => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  return { ...original, writeFile: vi.fn(original.writeFile) }
})

test('a full disk does not stop the start, and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-full-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  // A full disk still takes the name of a file.
  vi.mocked(writeFile).mockImplementationOnce(async path => {
    await writeFile(path, '')
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  })
  await createFolderStorage(folder, log).check()
  expect(logged.join()).toContain('the disk of BACKUP_TO is full')
  expect(await readdir(folder)).toEqual([])
})
