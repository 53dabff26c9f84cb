import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { drawInTurn } from './pictures.drawing.ts'
import { makePicture } from './pictures.processing.ts'

/** The path of a large picture, for as long as the test runs. */
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

test('pictures wait until those before them are drawn, so that passwords and files find a thread meanwhile', async () => {
  const path = await largePicture()
  const done: string[] = []
  let endTurn = () => {}
  const turn = drawInTurn(() => new Promise<void>(resolve => (endTurn = resolve)))
  const pictures = Array.from({ length: 3 }, async () => {
    const bytes = await makePicture(path, 'picture')
    done.push('picture')
    return bytes
  })
  // Drawn beside the turn that is held: had the pictures not waited for it, the first would be there before.
  await sharp(path).resize(200, 200).webp().toBuffer()
  await sharp(path).resize(200, 200).webp().toBuffer()
  expect(done).toEqual([])

  endTurn()
  await turn
  expect((await Promise.all(pictures)).every(bytes => bytes.length > 0)).toBe(true)
})

test('one turn begins when the one before has ended', async () => {
  let underWay = 0
  const atOnce: number[] = []
  const turns = Array.from({ length: 8 }, () =>
    drawInTurn(async () => {
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
