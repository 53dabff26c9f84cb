import { NOTE_ITSELF } from '#protocol/empathies.ts'
import type { Context } from '#server/context.ts'
import { changeInHub } from '#server/features/hubs/hubs.change.ts'
import { announceNumbers } from '#server/features/inbox/inbox.events.ts'
import { announceEmpathy } from './empathies.events.ts'
import type { EmpathyRecord } from './empathies.store.ts'

/** All with which somebody ever empathized. Safe to repeat. */
export async function removeEmpathiesOf(context: Context, userNo: number): Promise<void> {
  const { stores } = context
  for (const empathy of await stores.empathies.ofUser(userNo))
    await changeInHub(context, empathy.hubNo, {
      async save() {
        await stores.empathies.remove(empathy)
        return empathy
      },
      async tell(hub) {
        await announceEmpathy(context, hub, empathy)
        await forgetNewsOfEmpathy(context, empathy)
      },
    })
}

/** Whoever was told that somebody empathizes is told so no more. */
export async function forgetNewsOfEmpathy(
  context: Context,
  { hubNo, noteNo, commentNo, userNo }: Omit<EmpathyRecord, 'since'>,
): Promise<void> {
  const about = { commentNo: commentNo === NOTE_ITSELF ? null : commentNo, byNo: userNo }
  await announceNumbers(context, await context.stores.news.forgetEmpathy({ hubNo, noteNo }, about))
}
