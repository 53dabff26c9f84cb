import { readFile } from 'node:fs/promises'

/** Ordinary programs produce about ten. */
const SCANS_MAX = 64

const MARKER = 0xff
const END_OF_PICTURE = 0xd9
const SCAN_BEGINS = 0xda
const MARKER_BYTES = 2

/** Markers without a payload: TEM, restarts and start of image. */
const standsAlone = (mark: number) => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)
/** Within a scan. */
const isData = (mark: number) => mark === 0 || (mark >= 0xd0 && mark <= 0xd7)

/**
 * Detects JPEG files with excessive progressive scans: the processing timeout does not apply before the first row,
 * and all scans are decoded before that. Ignores data after the picture, such as a motion photo's clip.
 */
export async function hasTooManyScans(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  let scans = 0
  for (let at = nextMarker(bytes, 0, standsAlone); at >= 0; ) {
    const mark = bytes[at + 1]
    if (mark === END_OF_PICTURE || at + MARKER_BYTES + 2 > bytes.length) return false
    if (mark === SCAN_BEGINS) scans += 1
    if (scans > SCANS_MAX) return true
    const end = at + MARKER_BYTES + bytes.readUInt16BE(at + MARKER_BYTES)
    at = nextMarker(bytes, end, mark === SCAN_BEGINS ? isData : standsAlone)
  }
  return false
}

/** Offset of the next marker that is not skipped, ignoring the data in between. */
function nextMarker(bytes: Buffer, from: number, isPassedOver: (mark: number) => boolean): number {
  let at = bytes.indexOf(MARKER, from)
  while (at >= 0) {
    const mark = bytes[at + 1] ?? END_OF_PICTURE
    if (mark !== MARKER && mark !== 0 && !isPassedOver(mark)) return at
    at = bytes.indexOf(MARKER, at + (mark === MARKER ? 1 : MARKER_BYTES))
  }
  return -1
}
