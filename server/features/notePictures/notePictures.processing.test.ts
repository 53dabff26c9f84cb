import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { animation } from '#tests/support/images.ts'
import { processNotePicture } from './notePictures.processing.ts'

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}
const animationFile = async (size: { width: number; height: number; frames: number }) =>
  fileOf('moving.gif', await animation('gif', size))
const blankPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
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

test('reduces an animation with too many rows to its first frame', async () => {
  const path = await animationFile({ width: 1, height: 50_000, frames: 41 })
  expect(await pagesOf((await processNotePicture(path, 'picture')).bytes)).toBe(1)
})

test('rejects a picture with a side that no camera produces, because it takes long', async () => {
  const path = await fileOf('long.png', await blankPicture(1, 70_000))
  await expect(processNotePicture(path, 'picture')).rejects.toMatchObject({ code: 'invalid' })
  const longest = await fileOf('longest.png', await blankPicture(1, 65_535))
  expect(await processNotePicture(longest, 'picture')).toMatchObject({ width: 1, height: 9_999 })
})
