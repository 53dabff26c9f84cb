import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { makePicture } from './pictures.making.ts'

test('pictures are drawn one after the other, so that passwords and files find a thread meanwhile', async () => {
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
  const drawnNow = () => {
    const { queue, process } = sharp.counters()
    return queue + process
  }
  // What tests before this one left under way in the same process is not counted.
  while (drawnNow() > 0) await once(sharp.queue, 'change')
  let atOnce = 0
  const look = () => {
    atOnce = Math.max(atOnce, drawnNow())
  }
  sharp.queue.on('change', look)
  onTestFinished(() => void sharp.queue.off('change', look))

  const made = await Promise.all(Array.from({ length: 8 }, () => makePicture(path, 'picture')))

  expect(made.every(bytes => bytes.length > 0)).toBe(true)
  expect(atOnce).toBe(1)
})
