import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { PasskeyView } from '#protocol/passkeys.ts'
import { PasskeyName } from './PasskeyName.tsx'
import { useRemovePasskey } from './passkeys.queries.ts'

interface PasskeyRowProps {
  passkey: PasskeyView
  /** The row goes, and with it what had the focus. */
  onRemoved: () => void
}

export function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps) {
  const [doing, setDoing] = useState<'nothing' | 'renaming' | 'removing'>('nothing')
  const removing = useRemovePasskey()
  const { passkeyId, name, createdAt, lastUsedAt } = passkey
  const stop = () => setDoing('nothing')

  return (
    <li className="list-row passkey-row">
      {doing === 'renaming' && <PasskeyName passkey={passkey} onDone={stop} />}
      <div className="list-row__text">
        <p className="list-row__title">{name}</p>
        <p className="list-row__facts">
          <span>
            {t('passkeys.made')} <RelativeTime at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              t('passkeys.neverUsed')
            ) : (
              <>
                {t('passkeys.lastUsed')} <RelativeTime at={lastUsedAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <ActionMenu
        label={t('passkeys.menu', { name })}
        actions={[
          { label: t('common.rename'), icon: 'pen', run: () => setDoing('renaming') },
          { label: t('common.delete'), isDangerous: true, run: () => setDoing('removing') },
        ]}
      />
      {doing === 'removing' && (
        <Confirm
          question={t('passkeys.removeQuestion')}
          detail={removing.error ? failureText(removing.error) : t('passkeys.removeMore')}
          confirmLabel={t('common.delete')}
          busy={removing.isPending}
          onConfirm={() => removing.mutate(passkeyId, { onSuccess: onRemoved })}
          onCancel={stop}
        />
      )}
    </li>
  )
}
