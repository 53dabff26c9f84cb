import { dohyeon, haneul, minho, seojun, sera } from './people.ts'
import type { SampleRoom } from './types.ts'

/** No room contains the same document twice, not even after the minute. */
export const sampleRooms: readonly SampleRoom[] = [
  { hubNo: 1, name: '둘이서 공부', people: [minho], noteNos: [13, 8, 2, 6, 1] },
  { hubNo: 2, name: '일요일 저녁 토론', people: [seojun, haneul], noteNos: [8, 9, 4, 3] },
  {
    hubNo: 3,
    name: '한 달에 한 주제',
    people: [dohyeon, sera, haneul, minho],
    noteNos: [12, 11, 5, 10, 7, 6],
  },
]
