import type { SamplePerson } from './types.ts'

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
