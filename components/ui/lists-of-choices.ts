/** What a field in use chooses by (`WhenUsed`): large, and not needed for reading. */
export { MultiSelect, Select } from "@mantine/core";
