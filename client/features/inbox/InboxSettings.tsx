import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { FailedLine } from '#client/ui/FailedLine.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { MutedRooms } from './MutedRooms.tsx'

const ROW_PX = 44

const PushSettings = lazyComponent(
  lazyModule(() => import('#client/features/push/PushSettings.tsx').then(part => part.PushSettings)),
  FailedLine,
)

/** What this device tells while nobody looks, and which rooms tell nothing; in the list's place. */
export function InboxSettings({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <div className="inbox__settings">
      <Heading className="inbox__settings-title">{t('push.title')}</Heading>
      <PushSettings pending={<SkeletonRows rows={3} height={ROW_PX} />} />
      <MutedRooms />
    </div>
  )
}
