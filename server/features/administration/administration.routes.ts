import { isAdministrator } from '#protocol/access.ts'
import type { AdminUserView } from '#protocol/administration.ts'
import * as calls from '#protocol/administration.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { personView } from '#server/features/accounts/accounts.presenter.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listAuditEntries } from './audit.service.ts'
import { listDailyCounts } from './dailyCounts.service.ts'
import { getStatus } from './status.service.ts'
import { endSessionsOf, lookUpPeople, type Supervised, suspendPerson } from './suspension.service.ts'

export function administrationRoutes(context: Context): Route[] {
  const { repositories, live } = context
  return [
    route(calls.getCounts).handle(async () => {
      const [people, notes, hubs, sockets] = await Promise.all([
        repositories.users.count(),
        repositories.notes.count(),
        repositories.hubs.count(),
        live.countSockets(),
      ])
      return { success: true, people, notes, hubs, sockets }
    }),
    route(calls.getDailyCounts).handle(async () => ({ success: true, days: await listDailyCounts(context) })),
    route(calls.getStatus).handle(async () => ({ success: true, ...(await getStatus(context)) })),
    route(calls.lookUpPeople).handle(async ({ input }) => {
      return { success: true, people: (await lookUpPeople(context, input)).map(supervisedView) }
    }),
    route(calls.suspendPerson).handle(async ({ viewer, input, t }) =>
      outcome(await suspendPerson(context, viewer, input), t),
    ),
    route(calls.endSessionsOf).handle(async ({ viewer, input, t }) =>
      outcome(await endSessionsOf(context, viewer, input.userNo), t),
    ),
    route(calls.getAuditLog).handle(async ({ viewer, input }) => {
      const { items, total, pageIndex } = await listAuditEntries(context, viewer, input)
      const userNos = items.flatMap(({ byNo, aboutNo }) => [byNo, aboutNo]).filter(no => no !== undefined)
      const people = await context.people.getMany(userNos)
      const nameOf = (no: number | undefined) => (no === undefined ? '' : (people.get(no)?.username ?? ''))
      const itemList = items.map(({ kind, at, byNo, aboutNo, thingNo }) => ({
        kind,
        at: at.toISOString(),
        by: nameOf(byNo),
        about: nameOf(aboutNo),
        thingNo: thingNo ?? null,
      }))
      return { success: true, itemList, total, pageIndex }
    }),
  ]
}

const outcome = (rejected: TextKey | null, t: Translate) =>
  rejected === null ? { success: true as const } : { success: false as const, message: t.any(rejected) }

function supervisedView({ user, use }: Supervised): AdminUserView {
  return {
    ...personView(user),
    email: maskedEmail(user.email),
    isAdministrator: isAdministrator(user),
    joinedAt: user.createdAt.toISOString(),
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    sessions: use.count,
    lastSeen: use.lastSeen?.toISOString() ?? null,
  }
}

const SHOWN_MAX = 2

/** 'jieun@example.com' as 'ji•••@example.com': at most half of the local part. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const visibleLength = Math.min(SHOWN_MAX, Math.floor(at / 2))
  return `${email.slice(0, visibleLength)}•••${email.slice(at)}`
}
