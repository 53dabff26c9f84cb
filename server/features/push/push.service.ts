import { PUSH_DELAY_MS, PUSH_ROOMS_OFF_MAX } from '#protocol/limits.ts'
import type { PushChoices } from '#protocol/push.ts'
import type { Context } from '#server/context.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { RequestError } from '#server/platform/errors.ts'
import type { Push } from '#server/platform/session.repository.ts'
import type { Session } from '#server/platform/session.ts'
import { isPublicKey, isPushEndpoint } from '#server/platform/webPush.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { Subscription } from './push.repository.ts'

/** Push settings of this device, or null if off, and the hubs it can choose from, most recently active first. */
export async function getPushSettings(
  { repositories }: Context,
  { tokenId, viewer }: Session,
): Promise<{ push: Push | null; isRemembered: boolean; rooms: HubSummary[] }> {
  const [session, rooms] = await Promise.all([
    repositories.sessions.findById(tokenId),
    repositories.hubs.findSummaries(viewer.userNo),
  ])
  return {
    push: session?.push ?? null,
    isRemembered: session?.rememberMe !== undefined,
    rooms: rooms
      .sort((a, b) => b.lastActivity.getTime() - a.lastActivity.getTime())
      .slice(0, PUSH_ROOMS_OFF_MAX),
  }
}

/**
 * Returns the reason for a rejection, or null on success. Throws for unknown push services, invalid keys or too many
 * devices.
 */
export async function enablePush(
  context: Context,
  { tokenId, viewer, isRemembered }: Session,
  subscription: Subscription,
): Promise<'push.mustStay' | null> {
  const { repositories, clock } = context
  if (!isPushEndpoint(subscription.endpoint, context.pushHosts))
    throw new RequestError('invalid', { sentence: 'push.unknownService', field: 'endpoint' })
  if (!isPublicKey(subscription.p256dh)) throw new RequestError('invalid', { field: 'p256dh' })
  // Check before another session loses the subscription.
  if (!isRemembered) return 'push.mustStay'
  // Normalized.
  const endpoint = new URL(subscription.endpoint).href
  const isOn = await createWithinQuota(context, ['pushDevices', viewer.userNo], {
    count: () => repositories.pushDevices.countOthers(viewer.userNo, tokenId),
    create: () => repositories.pushDevices.turnOn(tokenId, { ...subscription, endpoint }, clock()),
    rollback: () => repositories.pushDevices.turnOff(tokenId),
  })
  return isOn ? null : 'push.mustStay'
}

export async function setPushChoices(
  { repositories }: Context,
  { tokenId }: Session,
  choices: PushChoices,
): Promise<'push.isOff' | null> {
  return (await repositories.pushDevices.setChoices(tokenId, choices)) ? null : 'push.isOff'
}

/**
 * Schedules a push for these users' devices unless they see the event first. Runs in the background; a failure only
 * costs the push.
 */
export function notifyDevices(context: Context, userNos: readonly number[], at: Date): void {
  if (userNos.length === 0) return
  const { repositories, clock, backgroundTasks } = context
  const dueAt = new Date(clock().getTime() + PUSH_DELAY_MS)
  backgroundTasks.run('schedule pushes', () => repositories.pushDevices.schedulePush(userNos, { at, dueAt }))
}
