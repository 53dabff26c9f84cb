import type { PasskeyView } from '#protocol/passkeys.ts'
import type { Say } from '#server/platform/say.ts'
import type { PasskeyRecord } from './passkeys.store.ts'

export function passkeyView(
  { passkeyId, name, createdAt, lastUsedAt }: PasskeyRecord,
  say: Say,
): PasskeyView {
  return {
    passkeyId,
    name: name || say('accounts.unknownDevice'),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
