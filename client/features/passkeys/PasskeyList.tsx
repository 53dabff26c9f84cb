import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { NameForm } from '#client/ui/NameForm.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { PASSKEY_NAME_MAX } from '#protocol/limits.ts'
import {
  addPasskey,
  beginAddingPasskey,
  getPasskeys,
  type PasskeyView,
  passkeyNameField,
  removePasskey,
  renamePasskey,
} from '#protocol/passkeys.ts'
import { createPasskey, loadWebAuthn, PasskeyError } from './passkeys.browser.ts'
import '#client/ui/listRow.css'
import './passkeys.css'

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await callApi(getPasskeys, {}, { signal })).passkeys,
  refetchOnMount: 'always',
})

/** Creates a passkey in the browser and registers it on the server. */
function useAddPasskey() {
  return useMutation({
    async mutationFn() {
      const start = await callApi(beginAddingPasskey, {})
      if (!start.success) return start
      return callApi(addPasskey, { credential: await createPasskey(start.options) })
    },
    ...usePasskeysUpdate(),
  })
}

function useRenamePasskey() {
  return useMutation({
    mutationFn: (change: { passkeyId: string; name: string }) => callApi(renamePasskey, change),
    ...usePasskeysUpdate(),
  })
}

function useRemovePasskey() {
  return useMutation({
    mutationFn: (passkeyId: string) => callApi(removePasskey, { passkeyId }),
    ...usePasskeysUpdate(),
  })
}

/** Caches the passkeys from the response. */
function usePasskeysUpdate() {
  const cache = useQueryClient()
  return {
    onSuccess: (reply: { success: boolean; passkeys?: PasskeyView[] }) => {
      if (reply.passkeys) cache.setQueryData(passkeysQuery.queryKey, reply.passkeys)
    },
    // Another tab may have removed it.
    onError: () => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  }
}

const ROW_PX = 68

interface PasskeyListProps {
  /** Confirming the e-mail address removes existing passkeys, so it must come first. */
  mustConfirmEmail: boolean
  /** The password must be confirmed again before a passkey can be added. */
  onConfirmationExpired: () => void
}

/** The user's passkeys, with a button to add one. */
export function PasskeyList({ mustConfirmEmail, onConfirmationExpired }: PasskeyListProps) {
  const passkeys = useQuery(passkeysQuery)
  const addMutation = useAddPasskey()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // Ignore a failed preload; the button press reports it.
    loadWebAuthn().catch(() => undefined)
  }, [])

  function add() {
    addMutation.mutate(undefined, {
      onSuccess: reply => {
        if (!reply.success && !reply.authenticated) onConfirmationExpired()
      },
    })
  }

  const rejection = addMutation.data?.success === false ? addMutation.data.message : ''
  const failure = addMutation.error ? errorText(addMutation.error) : rejection
  return (
    <section>
      <h2 className="my-info__heading" ref={heading} tabIndex={-1}>
        {t('passkeys.title')}
      </h2>
      <p className="my-info__lead">{t('passkeys.lead')}</p>
      <Card padded={false}>
        {passkeys.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
        <LoadFailure query={passkeys} />
        <ul>
          {passkeys.data?.map(passkey => (
            <PasskeyRow
              key={passkey.passkeyId}
              passkey={passkey}
              onRemoved={() => heading.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
        <div className="my-info__footer">
          {failure === '' ? (
            <Message>
              {addMutation.data?.success ? t('passkeys.added') : emptyText(passkeys.data, mustConfirmEmail)}
            </Message>
          ) : (
            <Message kind="error">{failure}</Message>
          )}
          {!mustConfirmEmail && (
            <Button busy={addMutation.isPending} onClick={add}>
              {t('passkeys.add')}
            </Button>
          )}
        </div>
      </Card>
    </section>
  )
}

function emptyText(passkeys: PasskeyView[] | undefined, mustConfirmEmail: boolean): string | undefined {
  if (mustConfirmEmail) return t('passkeys.confirmFirst')
  return passkeys?.length === 0 ? t('passkeys.empty') : undefined
}

function errorText(error: Error): string {
  return error instanceof PasskeyError ? error.message : failureText(error)
}

interface PasskeyRowProps {
  passkey: PasskeyView
  /** The row disappears with the focus. */
  onRemoved: () => void
}

function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps) {
  const [openForm, setOpenForm] = useState<'nothing' | 'renaming' | 'removing'>('nothing')
  const removeMutation = useRemovePasskey()
  const { passkeyId, name, createdAt, lastUsedAt } = passkey
  const stop = () => setOpenForm('nothing')
  const removalError = removeMutation.error
    ? failureText(removeMutation.error)
    : removeMutation.data?.success === false && removeMutation.data.message

  return (
    <li className="list-row passkey-row">
      {openForm === 'renaming' && <PasskeyName passkey={passkey} onDone={stop} />}
      <div className="list-row__text">
        <p className="list-row__title">{name}</p>
        <p className="list-row__meta">
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
          { label: t('common.rename'), icon: 'pen', run: () => setOpenForm('renaming') },
          { label: t('common.delete'), isDangerous: true, run: () => setOpenForm('removing') },
        ]}
      />
      {openForm === 'removing' && (
        <Confirm
          question={t('passkeys.removeQuestion')}
          detail={removalError ? <span role="alert">{removalError}</span> : t('passkeys.removeMore')}
          confirmLabel={t('common.delete')}
          busy={removeMutation.isPending}
          onConfirm={() =>
            removeMutation.mutate(passkeyId, { onSuccess: reply => reply.success && onRemoved() })
          }
          onCancel={stop}
        />
      )}
    </li>
  )
}

function PasskeyName({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const renameMutation = useRenamePasskey()
  return (
    <NameForm
      label={t('passkeys.newName')}
      name={passkey.name}
      max={PASSKEY_NAME_MAX}
      check={name => passkeyNameField.safeParse(name).data}
      rejection={t('passkeys.nameLength')}
      saving={renameMutation}
      onSave={name => renameMutation.mutate({ passkeyId: passkey.passkeyId, name }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}
