import type { SamplePerson } from './types.ts'

/** Whose place the visitor takes. */
export const sampleMe = { userNo: 1, name: '송지은' } as const satisfies SamplePerson

export const minho = { userNo: 2, name: '정민호' } as const satisfies SamplePerson
export const seojun = { userNo: 3, name: '박서준' } as const satisfies SamplePerson
export const haneul = { userNo: 4, name: '이하늘' } as const satisfies SamplePerson
export const dohyeon = { userNo: 5, name: '김도현' } as const satisfies SamplePerson
export const sera = { userNo: 6, name: '오세라' } as const satisfies SamplePerson
