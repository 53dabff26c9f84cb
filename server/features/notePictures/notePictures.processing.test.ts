import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { animation } from '#tests/support/images.ts'
import { processNotePicture } from './notePictures.processing.ts'

async function animationFile(size: { width: number; height: number; frames: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'moving.gif')
  await writeFile(path, await animation('gif', size))
  return path
}
const pagesOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).pages ?? 1

test('reduces an animation with too many bytes to its first frame', async () => {
  const path = await animationFile({ width: 60, height: 40, frames: 3 })
  const moving = await processNotePicture(path, 'picture')
  expect(await pagesOf(moving.bytes)).toBe(3)
  const isJustRight = await processNotePicture(path, 'picture', moving.bytes.length)
  expect(await pagesOf(isJustRight.bytes)).toBe(3)

  const image = await processNotePicture(path, 'picture', moving.bytes.length - 1)
  expect(await pagesOf(image.bytes)).toBe(1)
  expect([image.width, image.height]).toEqual([60, 40])
})

test('reduces an animation with too many pixels to its first frame', async () => {
  const path = await animationFile({ width: 3_600, height: 3_600, frames: 2 })
  expect(await pagesOf((await processNotePicture(path, 'picture')).bytes)).toBe(1)
})
