import { readFile } from 'node:fs/promises'

/** Programs that save pictures make ten or so. */
const SCANS_MAX = 64

const MARK = 0xff
const END_OF_PICTURE = 0xd9
const SCAN_BEGINS = 0xda
const MARK_BYTES = 2

/** Marks without anything of their own behind them: one for nothing, restarts within a scan, the beginning of a picture. */
const standsAlone = (mark: number) => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)
/** Within a scan. */
const isData = (mark: number) => mark === 0 || (mark >= 0xd0 && mark <= 0xd7)

/**
 * Whether a JPEG is drawn over and over again, as small files can say: the drawing's limit in time does not hold before the
 * first row, and all of the scans come before that. What follows the picture, such as a phone's short film, does not count.
 */
export async function hasTooManyScans(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  let scans = 0
  for (let at = nextMark(bytes, 0, standsAlone); at >= 0; ) {
    const mark = bytes[at + 1]
    if (mark === END_OF_PICTURE || at + MARK_BYTES + 2 > bytes.length) return false
    if (mark === SCAN_BEGINS) scans += 1
    if (scans > SCANS_MAX) return true
    const end = at + MARK_BYTES + bytes.readUInt16BE(at + MARK_BYTES)
    at = nextMark(bytes, end, mark === SCAN_BEGINS ? isData : standsAlone)
  }
  return false
}

/** The place of the next mark that is none of those to pass over; what stands between two of them is passed over, too. */
function nextMark(bytes: Buffer, from: number, isPassedOver: (mark: number) => boolean): number {
  let at = bytes.indexOf(MARK, from)
  while (at >= 0) {
    const mark = bytes[at + 1] ?? END_OF_PICTURE
    if (mark !== MARK && mark !== 0 && !isPassedOver(mark)) return at
    at = bytes.indexOf(MARK, at + (mark === MARK ? 1 : MARK_BYTES))
  }
  return -1
}
