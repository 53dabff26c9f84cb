import { useState } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

const ROW_PX = 44

const Settings = lazyComponent(lazyPart(() => import('./PushSettings.tsx').then(part => part.PushSettings)))

/** What this device tells while nobody looks; fetched when it is opened. */
export function PushDisclosure() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="inbox__push">
      <Disclosure summary={t('push.title')} onToggle={setOpen}>
        {isOpen && <Settings pending={<SkeletonRows rows={3} height={ROW_PX} />} />}
      </Disclosure>
    </div>
  )
}
