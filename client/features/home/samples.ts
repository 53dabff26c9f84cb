import type { Person } from '#client/ui/Avatar.tsx'

/** The card's visitors: made up, and the same for everybody. */
export const sampleMe: Person = { userNo: 1, name: '송지은', picture: null }

export interface SampleHub {
  hubNo: number
  people: Person[]
}

export const sampleHubs: SampleHub[] = [
  { hubNo: 1, people: [{ userNo: 2, name: '정민호', picture: null }] },
  {
    hubNo: 2,
    people: [
      { userNo: 3, name: '박서준', picture: null },
      { userNo: 4, name: '이하늘', picture: null },
    ],
  },
  {
    hubNo: 3,
    people: [
      { userNo: 5, name: '김도현', picture: null },
      { userNo: 6, name: '오세라', picture: null },
    ],
  },
]
