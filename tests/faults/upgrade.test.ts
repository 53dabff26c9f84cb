import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Contents, readContents } from '#tests/support/contents.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { engineDirectory } from '#tests/support/services.ts'

/**
 * The data directory of release 1.0.0 with the world of `npm run demo`, a note with a picture and an earlier version, and a note in the
 * trash. `contents.json` is what three users read there, by their addresses.
 */
const RELEASE_1 = 'tests/data/release-1.0.0.tar.br'
const PASSWORD = 'geulmaru123'

test('a data directory of release 1.0.0 opens with everything in it, also the second time', async () => {
  const DATA_DIR = await engineDirectory('upgrade')
  await unpack(RELEASE_1, DATA_DIR)
  const before: Record<string, Contents> = JSON.parse(await readFile(join(DATA_DIR, 'contents.json'), 'utf8'))
  for (let start = 1; start <= 2; start += 1) {
    const node = await startBuiltNode({ DATA_DIR })
    for (const [email, contents] of Object.entries(before))
      expect(await readContents(node.url, { email, password: PASSWORD }), email).toEqual(contents)
    expect(node.faults).toEqual([])
    await node.stop()
  }
})

async function unpack(archive: string, directory: string): Promise<void> {
  const tar = join(directory, 'release.tar')
  await writeFile(tar, await promisify(brotliDecompress)(await readFile(archive)))
  await promisify(execFile)('tar', ['-xf', tar, '-C', directory])
}
