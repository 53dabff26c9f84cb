import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { animation } from '#tests/support/images.ts'
import { makeNotePicture } from './notePictures.processing.ts'

test('an animation that would take too much room becomes its first frame', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'moving.gif')
  await writeFile(path, await animation('gif', { width: 60, height: 40, frames: 3 }))
  const pagesOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).pages ?? 1

  const moving = await makeNotePicture(path, 'picture')
  expect(await pagesOf(moving.bytes)).toBe(3)
  const isJustRight = await makeNotePicture(path, 'picture', moving.bytes.length)
  expect(await pagesOf(isJustRight.bytes)).toBe(3)

  const still = await makeNotePicture(path, 'picture', moving.bytes.length - 1)
  expect(await pagesOf(still.bytes)).toBe(1)
  expect([still.width, still.height]).toEqual([60, 40])
})

test('an animation of more pixels than are packed in a few seconds becomes its first frame', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'moving.gif')
  await writeFile(path, await animation('gif', { width: 3_600, height: 3_600, frames: 2 }))
  const { bytes } = await makeNotePicture(path, 'picture')
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
})
