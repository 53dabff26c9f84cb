import { type PushChoices, type PushKind, pushKinds } from '#protocol/push.ts'
import type { Push } from '#server/platform/session.store.ts'

export function choicesView({ kinds, quiet, showsText, offHubNos }: Push): PushChoices {
  const isKind = (kind: string): kind is PushKind => pushKinds.some(known => known === kind)
  return { kinds: kinds.filter(isKind), quiet: quiet ?? null, showsText, offHubNos }
}
