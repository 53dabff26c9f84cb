import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { processInQueue, processProfilePicture } from './imageProcessing.ts'

/** Creates a large picture and deletes it after the test. */
async function largePicture(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'large.png')
  const size = { width: 2_000, height: 2_000, channels: 3 } as const
  await writeFile(
    path,
    await sharp({ create: { ...size, background: '#336699' } })
      .png()
      .toBuffer(),
  )
  return path
}

test('processes pictures one after the other, so that passwords and files find a free thread', async () => {
  const path = await largePicture()
  const done: string[] = []
  let endTurn = () => {}
  const turn = processInQueue(() => new Promise<void>(resolve => (endTurn = resolve)))
  const pictures = Array.from({ length: 3 }, async () => {
    const bytes = await processProfilePicture(path, 'picture')
    done.push('picture')
    return bytes
  })
  // Runs outside the queue. If the queued pictures did not wait, the first one would finish earlier.
  await sharp(path).resize(200, 200).webp().toBuffer()
  await sharp(path).resize(200, 200).webp().toBuffer()
  expect(done).toEqual([])

  endTurn()
  await turn
  expect((await Promise.all(pictures)).every(bytes => bytes.length > 0)).toBe(true)
})

test('starts the next task after the previous one has ended', async () => {
  let underWay = 0
  const atOnce: number[] = []
  const turns = Array.from({ length: 8 }, () =>
    processInQueue(async () => {
      underWay += 1
      atOnce.push(underWay)
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .webp()
        .toBuffer()
      underWay -= 1
    }),
  )
  await Promise.all(turns)
  expect(Math.max(...atOnce)).toBe(1)
})
