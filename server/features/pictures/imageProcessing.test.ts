import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasTooManyScans, processInQueue, processProfilePicture } from './imageProcessing.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'geulmaru-pictures-'))
})
afterAll(() => rm(directory, { recursive: true }))

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

test('processes pictures one after the other, so that passwords and files find a free thread', async () => {
  const path = join(directory, 'large.png')
  await blank(2_000, 2_000).toFile(path)
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
      await blank(9, 9).webp().toBuffer()
      underWay -= 1
    }),
  )
  await Promise.all(turns)
  expect(Math.max(...atOnce)).toBe(1)
})

let jpeg: Buffer
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888', noise } })
    .jpeg({ progressive: true })
    .toBuffer()
})

async function tooMany(...pieces: Buffer[]): Promise<boolean> {
  const path = join(directory, 'picture.jpg')
  await writeFile(path, Buffer.concat(pieces))
  return hasTooManyScans(path)
}
const SCAN = Buffer.from([0xff, 0xda])
const scans = Buffer.alloc(400, SCAN)
const remark = Buffer.concat([
  Buffer.from([0xff, 0xfe, (scans.length + 2) >> 8, (scans.length + 2) & 0xff]),
  scans,
])

test('accepts pictures with few scans, also with trailing data that looks like scans', async () => {
  expect(await tooMany(jpeg)).toBe(false)
  expect(await tooMany(jpeg.subarray(0, 2), remark, jpeg.subarray(2))).toBe(false)
  expect(await tooMany(jpeg, scans)).toBe(false)
})

test('rejects pictures with too many scans, also with data in between', async () => {
  const last = jpeg.subarray(jpeg.lastIndexOf(SCAN), -2)
  const again = (between: string) => Array.from({ length: 70 }, () => [Buffer.from(between), last]).flat()
  expect(await tooMany(jpeg.subarray(0, -2), ...again(''), jpeg.subarray(-2))).toBe(true)
  expect(await tooMany(jpeg.subarray(0, -2), ...again('between'), jpeg.subarray(-2))).toBe(true)
})

test('finds no scans in truncated or other files', async () => {
  for (const length of [0, 1, 3, 4, 20]) expect(await tooMany(jpeg.subarray(0, length))).toBe(false)
  expect(await tooMany(Buffer.alloc(10_000, 0xff))).toBe(false)
})

test('rejects pictures with a side that no camera produces', async () => {
  const path = join(directory, 'long.png')
  await blank(1, 70_000).toFile(path)
  await expect(processProfilePicture(path, 'picture')).rejects.toMatchObject({ code: 'invalid' })
})
