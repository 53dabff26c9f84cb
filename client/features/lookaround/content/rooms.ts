import type { Person } from '#client/ui/Avatar.tsx'
import type { SamplePerson, SampleRoom } from './types.ts'

/** The person whose role the visitor takes. */
export const sampleMe = { userNo: 1, name: '송지은' } as const satisfies SamplePerson

export const minho = { userNo: 2, name: '정민호' } as const satisfies SamplePerson
export const seojun = { userNo: 3, name: '박서준' } as const satisfies SamplePerson
export const haneul = { userNo: 4, name: '이하늘' } as const satisfies SamplePerson
export const dohyeon = { userNo: 5, name: '김도현' } as const satisfies SamplePerson
export const sera = { userNo: 6, name: '오세라' } as const satisfies SamplePerson

/** The self-description of `sampleMe`. */
export const sampleMeDescription =
  '낮에는 서비스를 기획하고, 밤에는 읽고 배운 것을 노트로 정리해요. 혼자 쓰면 메모지만 같이 읽으면 토론이 된다고 믿어요. 빵과 책, 그리고 잘 쓴 회의록을 좋아해요.'

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

/** The picture of the visitor. All friends have generated avatars. */
export const MY_PICTURE = '/lookaround-me.svg'

/** Avatars per room. */
const FACES_SHOWN = 2

export function roomAvatars({ people }: SampleRoom): Person[] {
  return people.slice(0, FACES_SHOWN).map(person => ({ ...person, picture: null }))
}

/** '정민호', or '박서준 +' for a room of several. */
export function roomLabel({ people }: SampleRoom): string {
  const [firstName, ...otherNames] = people.map(({ name }) => name)
  return otherNames.length > 0 ? `${firstName} +` : `${firstName}`
}
