import { mayEmpathizeWithSuggestion, type Viewer } from '#protocol/access.ts'
import type { OpinionEmpathyView } from '#protocol/agora.ts'
import type { Context } from '#server/context.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { announceEmpathized, announceMine } from './agora.events.ts'

/** Repeated it changes nothing, but is told again: the first may have been cut off before. */
export async function empathizeWithSuggestion(
  context: Context,
  viewer: Viewer,
  { suggestionNo, isOn }: { suggestionNo: number; isOn: boolean },
): Promise<{ version: number; empathy: OpinionEmpathyView }> {
  const { stores, clock } = context
  const suggestion = await stores.suggestions.byNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!mayEmpathizeWithSuggestion(viewer, suggestion)) throw forbidden()
  const empathy = { suggestionNo, userNo: viewer.userNo }
  if (isOn) {
    await stores.opinionEmpathies.add({ ...empathy, since: clock() })
    // Gone meanwhile, and what hung on it perhaps cleared away before.
    if ((await stores.suggestions.byNo(suggestionNo)) === null) {
      await stores.opinionEmpathies.remove(empathy)
      throw notFound()
    }
  } else await stores.opinionEmpathies.remove(empathy)
  const told = await announceEmpathized(context, suggestionNo)
  announceMine(context, empathy, isOn)
  return { version: told.version, empathy: { suggestionNo, count: told.count, isMine: isOn } }
}

/** All with which somebody ever empathized. Safe to repeat. */
export async function removeOpinionEmpathiesOf(context: Context, userNo: number): Promise<void> {
  const { opinionEmpathies } = context.stores
  for (const { suggestionNo } of await opinionEmpathies.ofUser(userNo)) {
    await opinionEmpathies.remove({ suggestionNo, userNo })
    await announceEmpathized(context, suggestionNo)
  }
}
