import { PUSH_ROOMS_OFF_MAX } from '#protocol/limits.ts'
import type { PushChoices } from '#protocol/push.ts'
import type { Context } from '#server/context.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { RequestError } from '#server/platform/errors.ts'
import { isPublicKey, isPushEndpoint } from '#server/platform/push/endpoints.ts'
import type { Push } from '#server/platform/session.store.ts'
import type { Session } from '#server/platform/session.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { Subscription } from './pushDevices.store.ts'

/** What this device is told, null while nothing, and of which rooms it could be: where something happened last first. */
export async function describePush(
  { stores }: Context,
  { tokenId, viewer }: Session,
): Promise<{ push: Push | null; stays: boolean; rooms: HubSummary[] }> {
  const [session, rooms] = await Promise.all([
    stores.sessions.byId(tokenId),
    stores.hubs.glimpsesOf(viewer.userNo),
  ])
  return {
    push: session?.push ?? null,
    stays: session?.stay !== undefined,
    rooms: rooms
      .sort((a, b) => b.lastActivity.getTime() - a.lastActivity.getTime())
      .slice(0, PUSH_ROOMS_OFF_MAX),
  }
}

/**
 * Why it was refused; null when it is on. Throws for a push service that nobody knows, for keys that are none, and when there are enough
 * devices.
 */
export async function turnOn(
  context: Context,
  { tokenId, viewer, stays }: Session,
  subscription: Subscription,
): Promise<'push.mustStay' | null> {
  const { stores, clock } = context
  if (!isPushEndpoint(subscription.endpoint, context.pushHosts))
    throw new RequestError('invalid', { sentence: 'push.unknownService', field: 'endpoint' })
  if (!isPublicKey(subscription.p256dh)) throw new RequestError('invalid', { field: 'p256dh' })
  // Before another session gives way to it.
  if (!stays) return 'push.mustStay'
  // In one form, whoever reads it.
  const endpoint = new URL(subscription.endpoint).href
  const isOn = await createWithinQuota(context, ['pushDevices', viewer.userNo], {
    count: () => stores.pushDevices.countOthers(viewer.userNo, tokenId),
    make: () => stores.pushDevices.turnOn(tokenId, { ...subscription, endpoint }, clock()),
    takeBack: () => stores.pushDevices.turnOff(tokenId),
  })
  return isOn ? null : 'push.mustStay'
}

export async function choose(
  { stores }: Context,
  { tokenId }: Session,
  choices: PushChoices,
): Promise<'push.isOff' | null> {
  return (await stores.pushDevices.choose(tokenId, choices)) ? null : 'push.isOff'
}
