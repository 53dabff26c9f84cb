import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { currentLanguage, t } from '#client/platform/language/language.ts'
import { formatDateTime } from '#client/platform/language/time.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import {
  API_DOCS_PATH,
  type ApiTokenView,
  createApiToken,
  getApiTokens,
  removeApiToken,
} from '#protocol/apiTokens.ts'
import { NewApiToken, type NewToken } from './NewApiToken.tsx'
import { scopeText } from './scopes.ts'
import '#client/ui/listRow.css'
import './apiTokens.css'

const tokensQuery = queryOptions({
  queryKey: ['apiTokens'],
  queryFn: async ({ signal }) => (await callApi(getApiTokens, {}, { signal })).tokens,
  refetchOnMount: 'always',
})

/** Caches the tokens from the response. */
function useTokensUpdate() {
  const cache = useQueryClient()
  return {
    onSuccess: (reply: { success: boolean; tokens?: ApiTokenView[] }) => {
      if (reply.tokens) cache.setQueryData(tokensQuery.queryKey, reply.tokens)
    },
    // Another tab may have removed it.
    onError: () => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  }
}

const ROW_PX = 68

/** The user's API tokens, with a dialog to create one. `onConfirmationExpired`: the password must be confirmed again. */
export function ApiTokenList({ onConfirmationExpired }: { onConfirmationExpired: () => void }) {
  const tokens = useQuery(tokensQuery)
  const create = useMutation({
    mutationFn: (token: NewToken) => callApi(createApiToken, token),
    ...useTokensUpdate(),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCreating, setCreating] = useState(false)

  function open() {
    create.reset()
    setCreating(true)
  }

  return (
    <section>
      <h2 className="my-info__heading" ref={heading} tabIndex={-1}>
        {t('apiTokens.title')}
      </h2>
      <p className="my-info__lead">
        {t('apiTokens.lead')}{' '}
        <a href={API_DOCS_PATH} target="_blank" rel="noreferrer">
          {t('apiTokens.docs')}
        </a>
      </p>
      <Card padded={false}>
        {tokens.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
        <LoadFailure query={tokens} />
        <ul>
          {tokens.data?.map(token => (
            <ApiTokenRow
              key={token.tokenId}
              token={token}
              onRemoved={() => heading.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
        <div className="my-info__footer">
          <Message>{tokens.data?.length === 0 && t('apiTokens.empty')}</Message>
          <Button onClick={open}>{t('apiTokens.add')}</Button>
        </div>
      </Card>
      <NewApiToken
        open={isCreating}
        creation={create}
        onCreate={token =>
          create.mutate(token, {
            onSuccess(reply) {
              if (reply.success) return
              setCreating(false)
              onConfirmationExpired()
            },
          })
        }
        onClose={() => setCreating(false)}
      />
    </section>
  )
}

interface ApiTokenRowProps {
  token: ApiTokenView
  /** The row disappears with the focus. */
  onRemoved: () => void
}

function ApiTokenRow({ token, onRemoved }: ApiTokenRowProps) {
  const remove = useMutation({
    mutationFn: () => callApi(removeApiToken, { tokenId: token.tokenId }),
    ...useTokensUpdate(),
  })
  const [isRemoving, setRemoving] = useState(false)
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = token
  const date = formatDateTime(new Date(expiresAt), currentLanguage())
  return (
    <li className="list-row api-token">
      <div className="list-row__text">
        <p className="list-row__title" dir="auto">
          {name}
        </p>
        <p className="list-row__meta">
          <span>{scopes.map(scopeText).join(', ')}</span>
          <span>
            {t('apiTokens.made')} <RelativeTime at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              t('apiTokens.neverUsed')
            ) : (
              <>
                {t('apiTokens.lastUsed')} <RelativeTime at={lastUsedAt} />
              </>
            )}
          </span>
          <span>{t('apiTokens.expires', { date })}</span>
        </p>
      </div>
      <Button onClick={() => setRemoving(true)} aria-label={t('apiTokens.removeName', { name })}>
        {t('common.delete')}
      </Button>
      {isRemoving && (
        <Confirm
          question={t('apiTokens.removeQuestion')}
          detail={remove.error ? failureText(remove.error) : t('apiTokens.removeMore')}
          confirmLabel={t('common.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
          onCancel={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
