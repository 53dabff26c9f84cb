import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { animation } from '#tests/support/images.ts'
import { processNotePicture } from './notePictures.processing.ts'

test('reduces an animation with too many frames to its first frame', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'moving.gif')
  await writeFile(path, await animation('gif', { width: 60, height: 40, frames: 3 }))
  const pagesOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).pages ?? 1

  const moving = await processNotePicture(path, 'picture')
  expect(await pagesOf(moving.bytes)).toBe(3)
  const isJustRight = await processNotePicture(path, 'picture', moving.bytes.length)
  expect(await pagesOf(isJustRight.bytes)).toBe(3)

  const image = await processNotePicture(path, 'picture', moving.bytes.length - 1)
  expect(await pagesOf(image.bytes)).toBe(1)
  expect([image.width, image.height]).toEqual([60, 40])
})

test('reduces an animation with too many pixels to its first frame', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'moving.gif')
  await writeFile(path, await animation('gif', { width: 3_600, height: 3_600, frames: 2 }))
  const { bytes } = await processNotePicture(path, 'picture')
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
})
