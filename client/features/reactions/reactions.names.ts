import { t } from '#client/platform/language/language.ts'
import type { PersonView } from '#protocol/accounts.ts'

/** Whoever empathizes, by name; of those who have left the room since, how many, once it is known who is in it. */
export function namesOf(
  userNos: readonly number[],
  members: readonly Pick<PersonView, 'userNo' | 'userName'>[] | undefined,
): string[] {
  if (members === undefined) return []
  const nameOf = new Map(members.map(({ userNo, userName }) => [userNo, userName]))
  const names = userNos.flatMap(userNo => nameOf.get(userNo) ?? [])
  const count = userNos.length - names.length
  return count > 0 ? [...names, t('reactions.whoLeft', { count })] : names
}
