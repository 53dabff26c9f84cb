import { t } from '#client/platform/language/language.ts'
import type { PersonView } from '#protocol/accounts.ts'

/** Names of the users who reacted. Counts those who have left the room, once its members are known. */
export function reactionNames(
  userNos: readonly number[],
  members: readonly Pick<PersonView, 'userNo' | 'userName'>[] | undefined,
): string[] {
  if (members === undefined) return []
  const nameOf = new Map(members.map(({ userNo, userName }) => [userNo, userName]))
  const names = userNos.flatMap(userNo => nameOf.get(userNo) ?? [])
  const count = userNos.length - names.length
  return count > 0 ? [...names, t('reactions.whoLeft', { count })] : names
}
