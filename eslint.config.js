import tseslint from 'typescript-eslint'

const unused = {
  argsIgnorePattern: '^_',
  varsIgnorePattern: '^_',
  caughtErrors: 'all',
  destructuredArrayIgnorePattern: '^_',
  ignoreRestSiblings: true,
}

const shared = {
  // `== null` asks for null and undefined at once, and nothing else does it as shortly.
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-constant-binary-expression': 'error',
  'no-unreachable-loop': 'error',
  'no-self-compare': 'error',
}

const ofNode = [
  ...[
    'Buffer',
    'URL',
    'URLSearchParams',
    'AbortController',
    'AbortSignal',
    'crypto',
    'fetch',
    'performance',
    'structuredClone',
  ],
  ...['console', 'process', 'global', 'clearInterval', 'clearTimeout', 'setImmediate', 'setInterval', 'setTimeout'],
]

/**
 * Rules that find defects; layout is prettier's. Left out on purpose:
 * - unbound-method: interfaces here use method signatures, and nothing uses `this`.
 * - no-base-to-string: values of JSON are unknown until they are looked at; it complains about `String(value ?? '')` of those, about nothing else.
 * - no-template-curly-in-string: `${NAME}` in plain quotes is what a target file writes for a variable of the environment.
 * - no-unnecessary-type-assertion: takes assertions for needless that the compiler wants (where a generic or mapped type receives the value).
 */
export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/', 'src/cql/probes.ts', 'test/kit/head.types.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: Object.fromEntries(ofNode.map((name) => [name, 'readonly'])) },
    rules: { ...shared, 'no-undef': 'error', 'no-unused-vars': ['error', unused], 'no-shadow': 'error' },
  },
  {
    files: ['**/*.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      // One program over everything: that of the tests takes in what they test.
      parserOptions: { project: 'test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...shared,
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', unused],
      // `const found = ask((found) => ...)`: inside, the outer one is not there yet, so nobody can mean it.
      '@typescript-eslint/no-shadow': ['error', { ignoreOnInitialization: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      // What was caught is thrown on as it came, whatever it is.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true, allowThrowingAny: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/restrict-plus-operands': 'error',
      '@typescript-eslint/no-redundant-type-constituents': 'error',
      '@typescript-eslint/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    },
  },
  {
    // Tests take answers and foreign files apart field by field; a field that is not there fails the expectation.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off', '@typescript-eslint/require-array-sort-compare': 'off' },
  },
)
