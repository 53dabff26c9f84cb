export const passkeys = {
  'passkeys.title': 'Passkeys',
  'passkeys.lead':
    'Sign in with a fingerprint, your face or the screen lock of your device instead of the password. A passkey stays on your device or in your password manager; Geulmaru has only the public half of the key.',
  'passkeys.empty': 'No passkeys yet.',
  'passkeys.add': 'Create a passkey',
  'passkeys.added': 'Your passkey is ready. You can sign in with it from now on.',
  'passkeys.confirmFirst':
    'Please confirm your email first. Passkeys created before that are deleted when you confirm.',
  'passkeys.made': 'Created',
  'passkeys.lastUsed': 'Last used',
  'passkeys.neverUsed': 'Not used yet',
  'passkeys.menu': 'More for “{name}”',
  'passkeys.newName': 'New name',
  'passkeys.nameLength': 'Please enter a name of 1 to 40 characters.',
  'passkeys.removeQuestion': 'Delete this passkey?',
  'passkeys.removeMore':
    'It can no longer be used to sign in. Remove the copy on your device or in your password manager there.',
  'passkeys.signIn': 'Use a passkey',
  'passkeys.unknown': 'This passkey cannot be used to sign in. Please use your password.',
  'passkeys.cancelled': 'The passkey was not confirmed. Try again or use your password.',
  'passkeys.notAdded': 'The passkey was not created. Please try again.',
  'passkeys.alreadyThere': 'This device already has a passkey.',
  'passkeys.notMade': 'The passkey could not be verified. Please start again.',
  'passkeys.notHere': 'Passkeys cannot be used at this address.',
} as const
