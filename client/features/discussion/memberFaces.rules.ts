import type { PersonView } from '#protocol/accounts.ts'

const FACES_SHOWN = 5

/** Which of a room's members stand by their faces: who is here before who is not, oneself last of these, else as they joined. */
export function facesOf<Member extends Pick<PersonView, 'userNo'>>(
  members: readonly Member[],
  present: ReadonlySet<number>,
  myNo: number,
): { shown: Member[]; hiddenCount: number } {
  const rank = ({ userNo }: Member) => (present.has(userNo) ? 0 : 2) + (userNo === myNo ? 1 : 0)
  const sorted = members.toSorted((one, other) => rank(one) - rank(other))
  // One more face takes no more place than '+1'.
  const count = members.length === FACES_SHOWN + 1 ? members.length : FACES_SHOWN
  return { shown: sorted.slice(0, count), hiddenCount: Math.max(0, members.length - count) }
}
