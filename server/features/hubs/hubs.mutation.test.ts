import { beforeEach, expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { mutateHub, mutateHubs } from './hubs.mutation.ts'
import type { HubRecord } from './hubs.record.ts'

let steps: string[] = []
beforeEach(() => {
  steps = []
})

const hubOf = (hubNo: number) => ({ hubNo, version: 7 }) as HubRecord
/** Hub 404 does not exist. */
const context = {
  repositories: {
    hubs: {
      async bumpVersion(hubNo: number) {
        steps.push(`bump version of ${hubNo}`)
        return hubNo === 404 ? null : hubOf(hubNo)
      },
    },
  },
  live: {
    async invalidateHubCaches() {
      steps.push('invalidate caches')
    },
  },
} as unknown as Context

async function save() {
  steps.push('save')
  return 'saved' as const
}
async function publish({ hubNo, version }: HubRecord, saved: string) {
  steps.push(`publish ${saved} in ${hubNo} at ${version}`)
}
async function rollback(saved: string) {
  steps.push(`roll back ${saved}`)
}

test('saves, then bumps the version, then publishes', async () => {
  expect(await mutateHub(context, 1, { save, publish, rollback })).toBe('saved')
  expect(steps).toEqual(['save', 'bump version of 1', 'publish saved in 1 at 7'])
})

test('does nothing if there is nothing to save', async () => {
  expect(await mutateHub(context, 1, { save: () => null, publish, rollback })).toBeNull()
  expect(steps).toEqual([])
})

test('rolls back and does not publish if the version bump is refused', async () => {
  await mutateHub(context, 404, { save, publish, rollback })
  expect(steps).toEqual(['save', 'bump version of 404', 'roll back saved'])
})

test('accepts a custom version bump', async () => {
  await mutateHub(context, 1, { save, bumpVersion: () => hubOf(2), publish })
  expect(steps).toEqual(['save', 'publish saved in 2 at 7'])
})

test('neither bumps nor publishes if saving fails', async () => {
  const failed = mutateHub(context, 1, { save: () => Promise.reject(new Error('no database')), publish })
  await expect(failed).rejects.toThrow('no database')
  // The write may have succeeded.
  expect(steps).toEqual(['invalidate caches'])
})

test('saves once for several hubs and publishes in each hub that exists', async () => {
  expect(await mutateHubs(context, async () => [1, 404, 2], { save, publish })).toBe('saved')
  expect(steps).toEqual([
    'save',
    'bump version of 1',
    'bump version of 404',
    'bump version of 2',
    'publish saved in 1 at 7',
    'publish saved in 2 at 7',
  ])
})

test('limits concurrent version bumps over many hubs', async () => {
  const hubNos = Array.from({ length: 25 }, (_, index) => index + 1)
  await mutateHubs(context, async () => hubNos, { save, publish })
  const isBump = (step: string) => step.startsWith('bump')
  expect(steps.slice(1, 12).map(isBump)).toEqual([...Array.from({ length: 10 }, () => true), false])
  expect(steps.filter(isBump)).toHaveLength(25)
})
