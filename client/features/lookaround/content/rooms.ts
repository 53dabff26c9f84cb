import { dohyeon, haneul, minho, seojun, sera } from './people.ts'
import type { SampleRoom } from './types.ts'

/** No room holds two notes of the same document, not even once the minute has shared its own. */
export const sampleRooms: readonly SampleRoom[] = [
  { hubNo: 1, people: [minho], noteNos: [13, 8, 2, 6, 1] },
  { hubNo: 2, people: [seojun, haneul], noteNos: [8, 9, 4, 3] },
  { hubNo: 3, people: [dohyeon, sera, haneul, minho], noteNos: [12, 11, 5, 10, 7, 6] },
]
